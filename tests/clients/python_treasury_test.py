"""The generated Python of treasury.model.yaml, on a server that enforces the model: versions,
transactions, values that are unique, leases that expire."""

import dataclasses
import unittest

import treasury
from python_case import ADA, BOB, EVE, ULIDS, ServedCase, moment
from treasury import Account, AccountState, Entry, EntryKey, Lease, Member, Seat, Statement, kw


class TreasuryTest(ServedCase):
    def setUp(self):
        self.accounts = treasury.AccountRepository(self.client)
        self.members = treasury.MemberRepository(self.client)

    def test_versions_and_transactions(self):
        accounts = self.accounts
        ada = accounts.open_account(Account(account_id=ADA, name="main"))
        self.assertEqual(ada.version, 1)
        self.assertRaises(kw.ConditionFailed, accounts.open_account, ada)
        saved = accounts.save_account(dataclasses.replace(ada, balance=100))
        self.assertEqual(saved.version, 2)
        lost = self.refusal(kw.ConditionFailed, accounts.save_account, ada)
        self.assertIn("is 2, not 1: it was written since it was read", str(lost))
        self.assertEqual(accounts.save_account(Account(account_id=BOB, name="main")).version, 1)
        self.assertEqual(accounts.write_account(dataclasses.replace(saved, name="x")).version, 3)
        self.assertEqual(accounts.rename_account(ADA, "main", expected_version=3).version, 4)
        self.assertEqual(accounts.deposit(ADA, 50).balance, 150)
        self.assertEqual([each.account_id for each in accounts.accounts_named("main").items],
                         [ADA, BOB])

        entries = [Entry(account_id=ADA, entry_id=ULIDS[0], amount=-30),
                   Entry(account_id=BOB, entry_id=ULIDS[1], amount=30)]
        take = treasury.TransferPatchAccount(account_id=ADA, least=30, add_balance=-30)
        give = treasury.TransferPatchAccount2(account_id=BOB, add_balance=30)
        accounts.transfer(patch_account=take, patch_account2=give, put_entries=entries)
        both = accounts.both_accounts(get_account=ADA, get_account2=BOB, get_entries=[
            EntryKey(ADA, ULIDS[0]), EntryKey(ADA, ULIDS[5]), EntryKey(BOB, ULIDS[1])])
        self.assertEqual((both.get_account.balance, both.get_account2.balance), (120, 30))
        self.assertEqual(both.get_entries, [entries[0], None, entries[1]])
        greedy = dataclasses.replace(take, least=1000)
        cancelled = self.refusal(kw.TransactionCancelled, accounts.transfer, patch_account=greedy,
                                 patch_account2=give, put_entries=entries)
        reasons = accounts.transfer_reasons(cancelled)
        self.assertEqual(reasons.patch_account.stored().balance, 120)
        self.assertEqual([each.is_cause for each in reasons.put_entries], [False, False])
        twice = dataclasses.replace(give, account_id=ADA)
        invalid = self.refusal(kw.Invalid, accounts.transfer, patch_account=take,
                               patch_account2=twice, put_entries=entries)
        self.assertIn("operations 0 and 1 of the transaction are both on the item", str(invalid))
        self.assertEqual(accounts.put_entries(entries).written, 2)
        self.assertEqual(accounts.get_entries([EntryKey(BOB, ULIDS[1])]).items, entries[1:])
        self.assertEqual(accounts.entries_of(ADA).items, entries[:1])

        pays = [treasury.PayOutPatchAccount2(account_id=BOB, add_balance=0),
                treasury.PayOutPatchAccount2(account_id=ULIDS[4], add_balance=0)]
        drawn = treasury.PayOutPatchAccount(account_id=ADA, least=1, add_balance=0)
        cancelled = self.refusal(kw.TransactionCancelled, accounts.pay_out, patch_account=drawn,
                                 patch_accounts=pays, create_entries=entries)
        reasons = accounts.pay_out_reasons(cancelled, patch_accounts=pays, create_entries=entries)
        self.assertFalse(reasons.patch_account.is_cause)
        self.assertEqual([each.is_cause for each in reasons.patch_accounts], [False, True])
        self.assertEqual([each.stored() for each in reasons.create_entries], entries)
        new = [Entry(account_id=BOB, entry_id=ULIDS[3], amount=0)]
        accounts.pay_out(patch_account=drawn, patch_accounts=pays[:1], create_entries=new)
        many = [dataclasses.replace(new[0], amount=n) for n in range(100)]
        invalid = self.refusal(kw.Invalid, accounts.pay_out, patch_account=drawn,
                               patch_accounts=[], create_entries=many)
        self.assertIn("a transaction has 1 to 100 operations, not 101", str(invalid))
        drops = [treasury.DropEntriesDeleteEntry(account_id=BOB, entry_id=ULIDS[3], kept=0)]
        cancelled = self.refusal(kw.TransactionCancelled, accounts.drop_entries,
                                 delete_entries=drops)
        reasons = accounts.drop_entries_reasons(cancelled)
        self.assertEqual([each.stored() for each in reasons.delete_entries], new)
        accounts.drop_entries(delete_entries=[dataclasses.replace(drops[0], kept=1)])
        self.assertEqual(accounts.entries_of(BOB).items, entries[1:])

        statement = Statement(account_id=ADA, text="settled")
        self.assertRaises(kw.Invalid, accounts.settle_account, BOB, statement=statement)
        accounts.settle_account(ADA, statement=statement)
        self.assertEqual(accounts.get_statement(ADA).revision, 1)
        lost = self.refusal(kw.ConditionFailed, accounts.settle_account, ADA,
                            statement=dataclasses.replace(statement, revision=1))
        self.assertIs(lost.stored(treasury.ACCOUNT).state, AccountState.SETTLED)
        self.assertIs(accounts.write_off(BOB).state, AccountState.SETTLED)
        self.assertRaises(kw.ConditionFailed, accounts.close_account, BOB, expected_version=1)
        accounts.close_account(BOB)
        self.assertIsNone(accounts.get_account(BOB))

    def test_unique_values(self):
        members = self.members
        ada = members.create_member(
            Member(team="red", member_id=ADA, email="a@x", handle="ada", name="Ada"))
        bob = Member(team="red", member_id=BOB, email="a@x", name="Bob")
        lost = self.refusal(kw.ConditionFailed, members.create_member, bob)
        self.assertEqual((lost.taken, lost.item), ("email", None))
        blue = members.create_member(dataclasses.replace(bob, team="blue"))
        lost = self.refusal(kw.ConditionFailed, members.change_member, "blue", BOB, None,
                            handle="ada")
        self.assertEqual(lost.taken, "handle")
        members.change_member("red", ADA, "ada", handle=kw.REMOVE)
        members.change_member("blue", BOB, None, handle="ada")
        self.assertEqual(members.get_member("blue", BOB).handle, "ada")
        members.change_email("red", ADA, "a@x", "new@x")
        self.assertRaises(kw.ConditionFailed, members.change_email, "red", ADA, "a@x", "z@x")
        self.assertEqual(members.create_member(bob).version, 1)
        self.assertEqual(members.rename_member("red", ADA, "Countess").name, "Countess")
        now = members.get_member("red", ADA)
        saved = members.save_member(dataclasses.replace(now, email="b@x"), "new@x", None)
        self.assertEqual((saved.email, saved.version), ("b@x", now.version + 1))
        members.write_member(dataclasses.replace(saved, name="Ada", handle="al"), "b@x", None)
        members.drop_member("blue", BOB, "a@x", "ada")
        members.create_member(Member(team="red", member_id=EVE, email="e@x", handle="ada",
                                     name="Eve"))
        self.assertEqual(blue.version, 1)
        self.assertEqual(ada.email, "a@x")

        account = self.accounts.open_account(Account(account_id=EVE, name="e"))
        step = treasury.CloseOutWriteOffAccount(account_id=account.account_id)
        taken = Member(team="red", member_id=ULIDS[4], email="e@x", name="Eve")
        cancelled = self.refusal(kw.TransactionCancelled, self.accounts.close_out,
                                 write_off_account=step, create_member=taken)
        self.assertEqual(self.accounts.close_out_reasons(cancelled).create_member.taken, "email")
        self.accounts.close_out(write_off_account=step,
                                create_member=dataclasses.replace(taken, email="f@x"))
        self.assertIs(self.accounts.get_account(EVE).state, AccountState.SETTLED)

    def test_what_has_expired_is_no_more(self):
        early, late = moment("2026-01-01T00:00:00"), moment("2026-01-02T00:00:00")
        def at(kind, time):
            return kind(self.client, kw.Options(clock=lambda: time))
        leases = at(treasury.LeaseRepository, early)
        lease = leases.take_lease(Lease(name="job", holder="a", until=moment("2026-01-01T01:00:00")))
        other = Lease(name="job", holder="b", until=moment("2026-01-03T00:00:00"))
        self.assertRaises(kw.ConditionFailed, leases.take_lease, other)
        self.assertEqual(leases.get_lease("job"), lease)
        leases = at(treasury.LeaseRepository, late)
        self.assertIsNone(leases.get_lease("job"))
        self.assertEqual(leases.take_lease(other).version, 1)
        leases.drop_lease("job", expected_version=1)
        self.assertIsNone(leases.get_lease("job"))

        seats = at(treasury.SeatRepository, early)
        seat = Seat(guest="ada", place=1, until=moment("2026-01-01T01:00:00"))
        seats.reserve(seat)
        self.assertRaises(kw.ConditionFailed, seats.reserve, dataclasses.replace(seat, guest="bob"))
        seats.extend("ada", 1, moment("2026-01-01T02:00:00"))
        seats.move_seat("ada", 1, moment("2026-01-01T02:00:00"), 2)
        seats.keep_seat(dataclasses.replace(seat, place=3), 2)
        self.assertEqual(seats.get_seat("ada").place, 3)
        seats = at(treasury.SeatRepository, late)
        self.assertIsNone(seats.get_seat("ada"))
        kept = dataclasses.replace(seat, guest="bob", place=3, until=moment("2026-02-01T00:00:00"))
        seats.take_seat(kept, None)  # the place of one who has gone
        self.assertEqual(seats.get_seat("bob"), kept)
        seats.leave("ada", 3)  # which is not hers to give back
        self.assertRaises(kw.ConditionFailed, seats.reserve, dataclasses.replace(kept, guest="eve"))
        seats.leave("bob", 3)

    @classmethod
    def tearDownClass(cls):
        unasked = {name for name, count in cls.counts().items() if count == 0}
        assert not unasked, unasked


if __name__ == "__main__":
    unittest.main()
