-- Reports that were computed before would lack z of Judge's Verdict, stable ranking and the forecast of people's mean, and would give other reasons for
-- figures of equal scores, until their data change.
DELETE FROM "stored_reports";
