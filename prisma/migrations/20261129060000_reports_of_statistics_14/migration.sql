-- Reports that were computed before would lack groups by columns and by time, whose tests change every q of their table, and the intervals of changed
-- scores, until their data change.
DELETE FROM "stored_reports";
