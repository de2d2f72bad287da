-- Reports that were computed before the statistics changed would be shown until their data change.
DELETE FROM "stored_reports";
