-- Reports that were computed before there was the cheapest way to halve an interval would be shown without it until their data change.
DELETE FROM "stored_reports";
