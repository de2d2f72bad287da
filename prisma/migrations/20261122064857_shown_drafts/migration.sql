-- AlterTable
ALTER TABLE "evaluations" ADD COLUMN     "shown_draft_id" UUID;

-- By hand: what was shown in work done before this was noted. A unit was shown its draft if the draft was there when the first action was
-- saved, or if an action names one of its lines.
UPDATE "evaluations" e SET "shown_draft_id" = d."id"
FROM "assignments" a JOIN "drafts" d ON d."run_id" = a."run_id" AND d."sample_id" = a."sample_id"
WHERE a."id" = e."assignment_id" AND d."criterion_id" = e."criterion_id" AND a."import_id" IS NULL AND a."arm" = 'drafted'
  AND (d."created_at" <= coalesce((SELECT min(x."created_at") FROM "actions" x WHERE x."evaluation_id" = e."id"), e."updated_at")
       OR EXISTS (SELECT 1 FROM "actions" x WHERE x."evaluation_id" = e."id" AND x."item_id" ~ '^[0-9]+$'));

-- A unit that was given out without a draft keeps to that, whatever its run drafts later.
INSERT INTO "evaluations" ("assignment_id", "criterion_id", "updated_at")
SELECT a."id", c."id", a."updated_at"
FROM "assignments" a
JOIN "criteria" c ON c."criteria_set_id" = a."criteria_set_id" AND (c."sample_id" IS NULL OR c."sample_id" = a."sample_id")
WHERE a."import_id" IS NULL AND a."arm" = 'drafted'
  AND NOT EXISTS (SELECT 1 FROM "drafts" d WHERE d."run_id" = a."run_id" AND d."sample_id" = a."sample_id" AND d."criterion_id" = c."id")
ON CONFLICT DO NOTHING;
