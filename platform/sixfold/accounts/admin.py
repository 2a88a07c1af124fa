"""Users in the admin site."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from sixfold.accounts.models import User

admin.site.register(User, UserAdmin)
