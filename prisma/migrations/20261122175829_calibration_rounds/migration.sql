-- CreateTable
CREATE TABLE "calibration_rounds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "criteria_set_id" UUID NOT NULL,
    "required" BOOLEAN NOT NULL,
    "instructions" TEXT NOT NULL DEFAULT '',
    "opened_by_id" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_by_id" TEXT,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "calibration_rounds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calibration_samples" (
    "round_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "sample_id" UUID NOT NULL,

    CONSTRAINT "calibration_samples_pkey" PRIMARY KEY ("round_id","position")
);

-- CreateIndex
CREATE INDEX "calibration_rounds_criteria_set_id_idx" ON "calibration_rounds"("criteria_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "calibration_rounds_task_id_number_key" ON "calibration_rounds"("task_id", "number");

-- CreateIndex
CREATE INDEX "calibration_samples_sample_id_idx" ON "calibration_samples"("sample_id");

-- CreateIndex
CREATE UNIQUE INDEX "calibration_samples_round_id_sample_id_key" ON "calibration_samples"("round_id", "sample_id");

-- AddForeignKey
ALTER TABLE "calibration_rounds" ADD CONSTRAINT "calibration_rounds_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibration_rounds" ADD CONSTRAINT "calibration_rounds_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibration_samples" ADD CONSTRAINT "calibration_samples_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "calibration_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calibration_samples" ADD CONSTRAINT "calibration_samples_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the schema cannot say.
CREATE UNIQUE INDEX "calibration_rounds_one_open" ON "calibration_rounds" (task_id) WHERE closed_at IS NULL;
ALTER TABLE "calibration_rounds" ADD CONSTRAINT "calibration_rounds_number" CHECK (number > 0);
