-- AlterTable
ALTER TABLE "exchanges" ADD COLUMN     "served_by" TEXT;

-- CreateTable
CREATE TABLE "judge_watches" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "judge_id" UUID NOT NULL,
    "criteria_set_id" UUID NOT NULL,
    "every_hours" DOUBLE PRECISION NOT NULL,
    "repeats" INTEGER NOT NULL,
    "looks" INTEGER NOT NULL,
    "seed" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_watches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "judge_watch_asks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "watch_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "run_id" UUID NOT NULL,
    "evidence" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_watch_asks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "judge_watches_task_id_idx" ON "judge_watches"("task_id");

-- CreateIndex
CREATE INDEX "judge_watches_judge_id_idx" ON "judge_watches"("judge_id");

-- CreateIndex
CREATE INDEX "judge_watch_asks_run_id_idx" ON "judge_watch_asks"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "judge_watch_asks_watch_id_number_key" ON "judge_watch_asks"("watch_id", "number");

-- AddForeignKey
ALTER TABLE "judge_watches" ADD CONSTRAINT "judge_watches_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_watches" ADD CONSTRAINT "judge_watches_judge_id_fkey" FOREIGN KEY ("judge_id") REFERENCES "judges"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_watch_asks" ADD CONSTRAINT "judge_watch_asks_watch_id_fkey" FOREIGN KEY ("watch_id") REFERENCES "judge_watches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_watch_asks" ADD CONSTRAINT "judge_watch_asks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a look found stays as it was.
CREATE TRIGGER judge_watch_asks_evidence_immutable BEFORE UPDATE ON "judge_watch_asks" FOR EACH ROW
  WHEN (OLD.evidence IS NOT NULL AND NEW.evidence IS DISTINCT FROM OLD.evidence) EXECUTE FUNCTION refuse_change();
