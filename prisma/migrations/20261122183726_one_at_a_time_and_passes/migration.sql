-- AlterTable
ALTER TABLE "assignments" ADD COLUMN     "fresh" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "exams" ADD COLUMN     "passes_from" TIMESTAMPTZ(3);

-- By hand: what the schema cannot say.
CREATE UNIQUE INDEX "assignments_one_at_a_time" ON "assignments" (task_id, annotator_id) WHERE fresh AND status = 'open';
