"""The log of what moderators have ruled, for programs of theirs."""

from django.http import Http404
from ninja import Router

from sixfold.accounts.bearer import READS, ApiRequest
from sixfold.moderation.models import Ruling, is_moderator
from sixfold.moderation.schemas import RulingPage
from sixfold.params import Before, Limit, paged
from sixfold.problems import answers

router = Router(tags=["moderation"])


@router.get("", response=answers(RulingPage), **READS)
def list_rulings(
    request: ApiRequest, before: Before = None, limit: Limit = 25
) -> dict[str, object]:
    """Every ruling, the newest first. For moderators."""
    if not is_moderator(request.auth.user):
        raise Http404
    return paged(Ruling.objects.with_subjects(), before=before, limit=limit)
