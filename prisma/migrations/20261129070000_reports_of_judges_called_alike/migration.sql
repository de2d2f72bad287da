-- Reports that were computed before have one judge's figures in place of another's where two were reported by one name, until their data change.
DELETE FROM "stored_reports";
