-- CreateTable
CREATE TABLE "judge_splits" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "seed" INTEGER NOT NULL,
    "held_out_share" DOUBLE PRECISION NOT NULL,
    "sealed_at" TIMESTAMPTZ(3),
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_splits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "judge_split_samples" (
    "split_id" UUID NOT NULL,
    "sample_id" UUID NOT NULL,
    "held_out" BOOLEAN NOT NULL,
    "input" TEXT NOT NULL,

    CONSTRAINT "judge_split_samples_pkey" PRIMARY KEY ("split_id","sample_id")
);

-- CreateTable
CREATE TABLE "judge_candidates" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "split_id" UUID NOT NULL,
    "judge_id" UUID NOT NULL,
    "candidate_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "material" JSONB NOT NULL DEFAULT '{}',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_candidates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "judge_trials" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "split_id" UUID NOT NULL,
    "judge_id" UUID NOT NULL,
    "use" INTEGER NOT NULL,
    "candidates" JSONB NOT NULL,
    "evidence" JSONB,
    "adopted_id" UUID,
    "adopted_by_id" TEXT,
    "adopted_at" TIMESTAMPTZ(3),
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judge_trials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "judge_splits_task_id_key" ON "judge_splits"("task_id");

-- CreateIndex
CREATE INDEX "judge_split_samples_sample_id_idx" ON "judge_split_samples"("sample_id");

-- CreateIndex
CREATE UNIQUE INDEX "judge_candidates_candidate_id_key" ON "judge_candidates"("candidate_id");

-- CreateIndex
CREATE INDEX "judge_candidates_split_id_idx" ON "judge_candidates"("split_id");

-- CreateIndex
CREATE INDEX "judge_candidates_judge_id_idx" ON "judge_candidates"("judge_id");

-- CreateIndex
CREATE UNIQUE INDEX "judge_trials_split_id_use_key" ON "judge_trials"("split_id", "use");

-- AddForeignKey
ALTER TABLE "judge_splits" ADD CONSTRAINT "judge_splits_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_split_samples" ADD CONSTRAINT "judge_split_samples_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "judge_splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_split_samples" ADD CONSTRAINT "judge_split_samples_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_candidates" ADD CONSTRAINT "judge_candidates_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "judge_splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_candidates" ADD CONSTRAINT "judge_candidates_judge_id_fkey" FOREIGN KEY ("judge_id") REFERENCES "judges"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_candidates" ADD CONSTRAINT "judge_candidates_candidate_id_fkey" FOREIGN KEY ("candidate_id") REFERENCES "judges"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_trials" ADD CONSTRAINT "judge_trials_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "judge_splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "judges" DROP CONSTRAINT "judges_kind_known";
ALTER TABLE "judges" ADD CONSTRAINT "judges_kind_known" CHECK (kind IN ('endpoint', 'imported', 'metric', 'panel', 'recalibrated'));
ALTER TABLE "runs" DROP CONSTRAINT "runs_variant_known";
ALTER TABLE "runs" ADD CONSTRAINT "runs_variant_known" CHECK (variant IN ('plain', 'swapped', 'interference', 'planted', 'trial') AND scope IN ('unit', 'sample', 'batch'));
ALTER TABLE "judge_candidates" ADD CONSTRAINT "judge_candidates_kind_known" CHECK (kind IN ('examples', 'rubric', 'recalibrated', 'panel'));

-- A sealed split, what a candidate was made of and what came out of a proof stay as they are.
CREATE TRIGGER judge_splits_sealed BEFORE UPDATE ON "judge_splits" FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER judge_split_samples_immutable BEFORE UPDATE ON "judge_split_samples" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER judge_candidates_immutable BEFORE UPDATE ON "judge_candidates" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER judge_trials_evidence_immutable BEFORE UPDATE ON "judge_trials" FOR EACH ROW
  WHEN (OLD.evidence IS NOT NULL AND NEW.evidence IS DISTINCT FROM OLD.evidence) EXECUTE FUNCTION refuse_change();
