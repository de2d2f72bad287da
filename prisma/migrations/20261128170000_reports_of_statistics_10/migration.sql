-- Reports that were computed before would keep intervals of differences with a side of one input, and reliability of other ratings than the verdict's, until their data change.
DELETE FROM "stored_reports";
