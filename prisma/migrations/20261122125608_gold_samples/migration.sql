-- DropIndex
DROP INDEX "assignments_sample_id_annotator_id_criteria_set_id_round_key";

-- AlterTable
ALTER TABLE "assignments" ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT 'work';

-- CreateTable
CREATE TABLE "gold_samples" (
    "sample_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "use" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gold_samples_pkey" PRIMARY KEY ("sample_id")
);

-- CreateTable
CREATE TABLE "gold_answers" (
    "sample_id" UUID NOT NULL,
    "criterion_id" UUID NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "tolerance" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "why" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "gold_answers_pkey" PRIMARY KEY ("sample_id","criterion_id")
);

-- CreateIndex
CREATE INDEX "gold_samples_task_id_use_idx" ON "gold_samples"("task_id", "use");

-- CreateIndex
CREATE INDEX "gold_answers_criterion_id_idx" ON "gold_answers"("criterion_id");

-- CreateIndex
CREATE UNIQUE INDEX "assignments_sample_id_annotator_id_criteria_set_id_purpose__key" ON "assignments"("sample_id", "annotator_id", "criteria_set_id", "purpose", "round");

-- AddForeignKey
ALTER TABLE "gold_samples" ADD CONSTRAINT "gold_samples_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_samples" ADD CONSTRAINT "gold_samples_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "gold_samples"("sample_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_criterion_id_fkey" FOREIGN KEY ("criterion_id") REFERENCES "criteria"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the schema cannot say.
ALTER TABLE "assignments" DROP CONSTRAINT "assignments_round",
  ADD CONSTRAINT "assignments_purpose" CHECK (purpose IN ('work', 'exam', 'calibration', 'gold')),
  ADD CONSTRAINT "assignments_quota" CHECK (purpose = 'work' OR slot IS NULL),
  ADD CONSTRAINT "assignments_round" CHECK (round = 0 OR (round = 1 AND plan_id IS NOT NULL) OR (round > 0 AND purpose IN ('exam', 'calibration')));
ALTER TABLE "gold_samples" ADD CONSTRAINT "gold_samples_use" CHECK ("use" IN ('exam', 'hidden', 'attention', 'calibration'));
ALTER TABLE "gold_answers" ADD CONSTRAINT "gold_answers_tolerance" CHECK (tolerance >= 0);
