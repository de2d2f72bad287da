-- AlterTable
ALTER TABLE "study_plans" ADD COLUMN     "size" JSONB;
-- By hand: what the planner is asked is one of a plan's choices.
UPDATE "study_plans" SET "content" = '{"sizing": {"assumptions": {}, "targets": {}}}'::jsonb || "content";
