"""A table without a server: the real page and the real engine, a socket made of Python."""
