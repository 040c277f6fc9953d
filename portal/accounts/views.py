"""Pages about one's own account, and about playing without one."""

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from portal.accounts import closing
from portal.accounts.awaited import awaited
from portal.accounts.forms import CloseForm, GuestForm, RenameForm
from portal.accounts.guests import become_guest, guest_of, proposed_name
from portal.accounts.models import User
from portal.accounts.rates import limited

_form_view = require_http_methods(["GET", "HEAD", "POST"])


@require_GET
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The list of what can be changed."""
    return render(request, "accounts/account.html", {"has_second_factor": is_mfa_enabled(request.user)})


@_form_view
@login_required
@limited("rename", "20/hour")
def rename(request: HttpRequest) -> HttpResponse:
    """Another name, by the same rules as at sign-up."""
    form = RenameForm(
        request.POST or None, user=_person(request), initial={"username": request.user.username}
    )
    if request.method == "POST" and form.is_valid() and form.save():
        from portal.tables import lobby  # the tables know accounts, so accounts meet them only when called

        awaited(lobby.rename(_person(request).pk, form.cleaned_data["username"]))
        messages.success(request, f"Your name is {form.cleaned_data['username']} now.")
        return redirect("accounts:account")
    return render(request, "accounts/rename.html", {"form": form})


@sensitive_post_parameters("password")
@_form_view
@login_required
@limited("close", "10/hour")
def close(request: HttpRequest) -> HttpResponse:
    """Closing the account, with what it costs in running games."""
    form = CloseForm(request.POST or None, user=_person(request))
    if request.method == "POST" and form.is_valid():
        user_id = _person(request).pk
        logout(request)
        closing.close_account(user_id)
        messages.success(request, "Your account is closed. Thank you for the games.")
        return redirect("/")
    return render(
        request, "accounts/close.html", {"form": form, "costs": closing.cost_of_closing(_person(request).pk)}
    )


@require_POST
@login_required
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Ends this session and every other one of the account."""
    closing.sign_out_everywhere(_person(request).pk)
    logout(request)
    messages.success(request, "You are signed out on every device.")
    return redirect("account_login")


@_form_view
@limited("guest", "30/minute")
def guest(request: HttpRequest) -> HttpResponse:
    """A name for somebody without an account; `next` is where to go on."""
    if request.user.is_authenticated:
        return redirect(_next(request))
    known = guest_of(request.session)
    form = GuestForm(request.POST or None, initial={"name": known.name if known else proposed_name()})
    if request.method == "POST" and form.is_valid():
        become_guest(request, form.cleaned_data["name"])
        return redirect(_next(request))
    return render(request, "accounts/guest.html", {"form": form, "next": _next(request)})


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User), "behind login_required"
    return request.user


def _next(request: HttpRequest) -> str:
    asked = request.POST.get("next") or request.GET.get("next") or "/"
    is_ours = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    return asked if is_ours else "/"
