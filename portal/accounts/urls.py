"""Addresses of the account pages; allauth's own stand under /accounts/."""

from django.urls import path

from portal.accounts import views

app_name = "accounts"
urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/name/", views.rename, name="rename"),
    path("account/close/", views.close, name="close"),
    path("account/sign-out-everywhere/", views.sign_out_everywhere, name="sign_out_everywhere"),
    path("guest/", views.guest, name="guest"),
]
