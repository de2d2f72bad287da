-- CreateTable
CREATE TABLE "mentions" (
    "comment_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "mentions_pkey" PRIMARY KEY ("comment_id","user_id")
);

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "assignment_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "user_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "adjudications" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "sample_id" UUID NOT NULL,
    "criterion_id" UUID NOT NULL,
    "user_id" TEXT,
    "first_score" DOUBLE PRECISION NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_score" DOUBLE PRECISION,
    "final_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL DEFAULT '',
    "draft_id" UUID,
    "judge_score" DOUBLE PRECISION,
    "ratings" INTEGER NOT NULL,
    "median" DOUBLE PRECISION NOT NULL,
    "range" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "adjudications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mentions_user_id_seen_at_idx" ON "mentions"("user_id", "seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "reviews_assignment_id_seq_key" ON "reviews"("assignment_id", "seq");

-- CreateIndex
CREATE INDEX "adjudications_sample_id_criterion_id_final_at_idx" ON "adjudications"("sample_id", "criterion_id", "final_at");

-- CreateIndex
CREATE INDEX "adjudications_criterion_id_idx" ON "adjudications"("criterion_id");

-- CreateIndex
CREATE INDEX "adjudications_draft_id_idx" ON "adjudications"("draft_id");

-- AddForeignKey
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_criterion_id_fkey" FOREIGN KEY ("criterion_id") REFERENCES "criteria"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "drafts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the schema language cannot say.
ALTER TABLE "comments" DROP CONSTRAINT "comments_target_known";
ALTER TABLE "comments" ADD CONSTRAINT "comments_target_known" CHECK (target_kind IN ('criteria-round', 'assignment', 'sample', 'criterion'));
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_verdict_known" CHECK (verdict IN ('approved', 'returned'));
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_final_dated" CHECK ((final_score IS NULL) = (final_at IS NULL));
ALTER TABLE "adjudications" ADD CONSTRAINT "adjudications_of_several" CHECK (ratings >= 2 AND range >= 0);
-- An adjudicator has one label under way per unit.
CREATE UNIQUE INDEX "adjudications_one_under_way" ON "adjudications"("sample_id", "criterion_id", "user_id") WHERE final_at IS NULL;
CREATE TRIGGER reviews_immutable BEFORE UPDATE ON "reviews" FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- A deleted run takes its draft from the row, not the labels.
CREATE TRIGGER adjudications_immutable BEFORE UPDATE ON "adjudications" FOR EACH ROW
  WHEN (OLD.final_at IS NOT NULL AND (OLD.first_score, OLD.first_at, OLD.final_score, OLD.final_at, OLD.reason, OLD.judge_score)
    IS DISTINCT FROM (NEW.first_score, NEW.first_at, NEW.final_score, NEW.final_at, NEW.reason, NEW.judge_score))
  EXECUTE FUNCTION refuse_change();
