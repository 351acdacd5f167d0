"""The Python half of python_shared_test.cpp.

usage: python_shared.py <address of the server> <function> <argument>
"""

import dataclasses
import datetime as dt
import sys
from decimal import Decimal

import boto3
import orders
import research
import shop
from research import kw

OURS, THEIRS = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW"
UTC = dt.timezone.utc

client = boto3.client("dynamodb", endpoint_url=sys.argv[1], region_name="us-east-1",
                      aws_access_key_id="AKIDEXAMPLE", aws_secret_access_key="secret")


def refused(error, call, *arguments, **named):
    """The error that a call must raise."""
    try:
        call(*arguments, **named)
    except error as raised:
        return raised
    raise AssertionError(f"{call} was not refused")


def jobs(_):
    repository = research.JobRepository(client)
    whole = repository.get_job_with_findings(OURS)
    created = dt.datetime(2026, 1, 2, 3, 4, 5, 678000, UTC)
    assert whole.job == research.Job(job_id=OURS, created_at=created, topic="tides"), whole.job
    assert [finding.body for finding in whole.findings] == ["body 0", "body 1", "body 2"]
    assert whole.report is None
    assert repository.list_jobs_by_status(research.JobStatus.QUEUED).items == [
        research.JobSummary(job_id=OURS, status=research.JobStatus.QUEUED, topic="tides",
                            created_at=created)]
    lost = refused(kw.ConditionFailed, repository.create_job, whole.job)
    assert lost.stored(research.JOB) == whole.job
    assert repository.start(OURS).status is research.JobStatus.RUNNING
    lost = refused(kw.ConditionFailed, repository.start, OURS)
    assert lost.stored(research.JOB).status is research.JobStatus.RUNNING, lost
    assert "the status of JOB#" in str(lost) and "is running, not queued" in str(lost), lost
    assert repository.list_jobs_by_status(research.JobStatus.QUEUED).items == []

    repository.create_job(research.Job(job_id=THEIRS, topic="Größe #1",
                                       created_at=dt.datetime(2026, 2, 3, 4, 5, 6, 789000, UTC)))
    report = repository.put_findings(
        research.Finding(job_id=THEIRS, finding_id=f"{number:016x}", body=f"finding {number}")
        for number in range(40))
    assert report.complete and report.written == 40 and report.requests == 2, report
    repository.put_report(research.Report(job_id=THEIRS, text="all of it"))
    debug = research.JobDebug(job_id=THEIRS, payload={"tries": [1, Decimal("2.5")], "why": None})
    repository.fail(THEIRS, error="timeout", job_debug=debug)
    stored = research.JobAdmin(client).get_debug(THEIRS)
    assert stored.payload == debug.payload, stored
    left = stored.expires_at - dt.datetime.now(UTC)
    assert dt.timedelta(days=6) < left <= dt.timedelta(days=7), left


def customers(cursor):
    repository = orders.CustomerRepository(client, kw_options(orders))
    ada = repository.get_customer(OURS)
    assert ada.address == orders.CustomerAddress(
        street="Main", kind=orders.CustomerAddressKind.WORK, lines=["a", "b"])
    assert ada.addresses[0].since == dt.date(2020, 2, 29) and ada.addresses[1].since is None
    assert (ada.tags, ada.attributes, ada.rating) == ({"x", "y"}, {"colour": "red"}, 4.1)
    assert ada.balance == Decimal("999.12345678901234567890123456789"), ada.balance
    assert ada.extra == ["text", 7, None, True], ada.extra
    assert ada.class_ == -1 and ada.active

    rest = list_after(repository, cursor)
    assert rest == [5, 4, 3, 2, 1, 0], rest
    repository.save_customer(dataclasses.replace(
        ada, customer_id=THEIRS, name="Grace", tier=orders.CustomerTier.DEFAULT, class_=3,
        joined_at=dt.datetime(2024, 6, 1, tzinfo=UTC)))
    page = repository.recent_customers(limit=8)
    # A cursor for the other side to go on with, in the only text at hand.
    current = repository.get_customer(OURS)
    repository.change_balance(OURS, 0, note=page.next_cursor, add_visits=0,
                              add_balance=Decimal(0))
    assert current.note == 'a "quoted" note'

    order = orders.Order(customer_id=THEIRS, placed_on=dt.date(2026, 3, 1), number=17,
                         warehouse="oslo", total=Decimal("12.50"), payload=b"\x01\x02",
                         due=dt.datetime(2026, 4, 1, tzinfo=UTC))
    repository.place_order(order)
    assert repository.open_orders("oslo").items == [order]
    assert [each.number for each in repository.each_open_order("oslo")] == [17]


def list_after(repository, cursor):
    """The days of February on which the rest joined; 0 for the year before."""
    page = repository.recent_customers(limit=100, cursor=cursor)
    assert page.next_cursor is None or not repository.recent_customers(cursor=page.next_cursor).items
    refused(orders.kw.BadCursor, repository.recent_customers, cursor=cursor[:-2] + "AA")
    refused(orders.kw.BadCursor, repository.list_tier, orders.CustomerTier.PLUS, -1, cursor=cursor)
    return [row.joined_at.day if row.joined_at.month == 2 else 0 for row in page.items]


def kw_options(package):
    return package.kw.Options(cursor_secret=b"shared")


def unique(_):
    repository = shop.CustomerRepository(client)
    grace = shop.Customer(tenant_id="acme", customer_id=THEIRS, email="a@x.org", name="Grace",
                          version=0)
    lost = refused(shop.kw.ConditionFailed, repository.create_customer, grace)
    assert lost.taken == "email", lost
    created = repository.create_customer(dataclasses.replace(grace, email="g@x.org"))
    assert created.version == 1
    lost = refused(shop.kw.ConditionFailed, repository.create_customer, created)
    assert lost.taken is None and lost.stored(shop.CUSTOMER) == created, lost
    changed = repository.change_customer("acme", OURS, name="Ada Lovelace", expected_version=1)
    assert changed.version == 2
    lost = refused(shop.kw.ConditionFailed, repository.change_customer, "acme", OURS, name="x",
                   expected_version=1)
    assert "was written since it was read" in str(lost), lost


globals()[sys.argv[2]](sys.argv[3])
