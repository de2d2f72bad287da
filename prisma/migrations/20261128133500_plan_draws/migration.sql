-- AlterTable
ALTER TABLE "study_plans" ADD COLUMN     "chances" JSONB;
-- By hand: how samples are drawn is one of a plan's choices.
UPDATE "study_plans" SET "content" = '{"draw": "equal"}'::jsonb || "content";
