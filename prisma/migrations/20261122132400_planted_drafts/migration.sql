-- Drafts that are wrong on purpose, and samples with known answers among the work. By hand: the schema has no CHECKs.
ALTER TABLE "runs" DROP CONSTRAINT "runs_variant_known",
  ADD CONSTRAINT "runs_variant_known" CHECK (variant IN ('plain', 'swapped', 'interference', 'planted') AND scope IN ('unit', 'sample', 'batch'));
ALTER TABLE "assignments" DROP CONSTRAINT "assignments_purpose",
  DROP CONSTRAINT "assignments_quota",
  ADD CONSTRAINT "assignments_purpose" CHECK (purpose IN ('work', 'exam', 'calibration', 'gold', 'planted')),
  ADD CONSTRAINT "assignments_quota" CHECK (purpose IN ('work', 'planted') OR slot IS NULL);
ALTER TABLE "plan_slots" DROP CONSTRAINT "plan_slots_purpose",
  ADD CONSTRAINT "plan_slots_purpose" CHECK (purpose IN ('work', 'shared', 'repeat', 'gold', 'attention'));
UPDATE "study_plans" SET "content" = '{"planted": null, "goldShare": 0, "attentionShare": 0}'::jsonb || "content";
