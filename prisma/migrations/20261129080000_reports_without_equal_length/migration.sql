-- Reports that were computed before would lack systems at equal length and the shares of the lowest score until their data change.
DELETE FROM "stored_reports";
