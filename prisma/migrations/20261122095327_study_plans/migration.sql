-- DropIndex
DROP INDEX "assignments_sample_id_annotator_id_criteria_set_id_key";

-- AlterTable
ALTER TABLE "assignments" ADD COLUMN     "plan_id" UUID,
ADD COLUMN     "revealed_at" TIMESTAMPTZ(3),
ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "evaluations" ADD COLUMN     "blind_actions" INTEGER,
ADD COLUMN     "blind_score" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "study_plans" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "content" JSONB NOT NULL,
    "criteria_set_id" UUID,
    "missing" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "started_by_id" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "study_plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_seats" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "plan_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "annotator_id" UUID,
    "consented_at" TIMESTAMPTZ(3),
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_seats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_slots" (
    "seat_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "plan_id" UUID NOT NULL,
    "sample_id" UUID NOT NULL,
    "arm" TEXT NOT NULL,
    "run_id" UUID,
    "slot" INTEGER NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "purpose" TEXT NOT NULL DEFAULT 'work',
    "swapped" BOOLEAN NOT NULL DEFAULT false,
    "assignment_id" UUID,

    CONSTRAINT "plan_slots_pkey" PRIMARY KEY ("seat_id","position")
);

-- CreateIndex
CREATE INDEX "study_plans_criteria_set_id_idx" ON "study_plans"("criteria_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "study_plans_task_id_version_key" ON "study_plans"("task_id", "version");

-- CreateIndex
CREATE INDEX "plan_seats_annotator_id_idx" ON "plan_seats"("annotator_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_seats_plan_id_position_key" ON "plan_seats"("plan_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "plan_seats_plan_id_annotator_id_key" ON "plan_seats"("plan_id", "annotator_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_slots_assignment_id_key" ON "plan_slots"("assignment_id");

-- CreateIndex
CREATE INDEX "plan_slots_sample_id_idx" ON "plan_slots"("sample_id");

-- CreateIndex
CREATE INDEX "plan_slots_run_id_idx" ON "plan_slots"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_slots_plan_id_sample_id_round_slot_key" ON "plan_slots"("plan_id", "sample_id", "round", "slot");

-- CreateIndex
CREATE UNIQUE INDEX "assignments_sample_id_annotator_id_criteria_set_id_round_key" ON "assignments"("sample_id", "annotator_id", "criteria_set_id", "round");

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "study_plans"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_plans" ADD CONSTRAINT "study_plans_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_plans" ADD CONSTRAINT "study_plans_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_seats" ADD CONSTRAINT "plan_seats_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "study_plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_seats" ADD CONSTRAINT "plan_seats_annotator_id_fkey" FOREIGN KEY ("annotator_id") REFERENCES "annotators"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_seat_id_fkey" FOREIGN KEY ("seat_id") REFERENCES "plan_seats"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "study_plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand: what the schema cannot say.
CREATE INDEX "assignments_plan_id_idx" ON "assignments"("plan_id") WHERE plan_id IS NOT NULL;
CREATE UNIQUE INDEX "study_plans_one_running" ON "study_plans" (task_id) WHERE status = 'running';
CREATE UNIQUE INDEX "study_plans_one_draft" ON "study_plans" (task_id) WHERE status = 'draft';
CREATE INDEX "plan_slots_to_give" ON "plan_slots" (seat_id, position) WHERE assignment_id IS NULL;
ALTER TABLE "study_plans" ADD CONSTRAINT "study_plans_status" CHECK (status IN ('draft', 'running', 'closed')),
  ADD CONSTRAINT "study_plans_started" CHECK ((status = 'draft') = (started_at IS NULL));
ALTER TABLE "plan_slots" ADD CONSTRAINT "plan_slots_arm" CHECK (arm IN ('drafted', 'blind', 'blind-then-drafted')),
  ADD CONSTRAINT "plan_slots_run_shown" CHECK ((arm = 'blind') = (run_id IS NULL)),
  ADD CONSTRAINT "plan_slots_purpose" CHECK (purpose IN ('work', 'shared', 'repeat')),
  ADD CONSTRAINT "plan_slots_round" CHECK (round IN (0, 1));
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_round" CHECK (round IN (0, 1) AND (round = 0 OR plan_id IS NOT NULL));
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_blind" CHECK (blind_actions >= 0 AND (blind_score IS NULL OR blind_actions IS NOT NULL));
