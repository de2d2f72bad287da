-- Reports that were computed before would lack shares of reasons, and would give means over criteria of all ratings, until their data change.
DELETE FROM "stored_reports";
