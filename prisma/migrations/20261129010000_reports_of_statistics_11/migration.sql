-- Reports that were computed before would count scores changed from the judge's newest ones, not from the drafts that people saw, until their data change.
DELETE FROM "stored_reports";
