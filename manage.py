#!/usr/bin/env python
"""Django's commands, and `up`, which runs the whole portal on one machine."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    if sys.argv[1:] == ["up"]:
        from portal.up import main

        sys.exit(main())

    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
