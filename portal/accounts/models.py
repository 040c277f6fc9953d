"""The user model, there from the first migration on."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account."""
