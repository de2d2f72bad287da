-- AlterTable
ALTER TABLE "actions" ADD COLUMN     "redline_id" UUID;

-- AlterTable
ALTER TABLE "criteria" ADD COLUMN     "group" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "reason_codes" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "criteria_rounds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "anonymous" BOOLEAN NOT NULL DEFAULT false,
    "proposal_draft_id" UUID,
    "previous_id" UUID,
    "items" JSONB NOT NULL,
    "removed_before" JSONB NOT NULL DEFAULT '[]',
    "criteria_set_id" UUID,
    "opened_by_id" TEXT,
    "closed_by_id" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "collected_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "criteria_rounds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "criteria_redlines" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "round_id" UUID NOT NULL,
    "user_id" TEXT,
    "code" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),

    CONSTRAINT "criteria_redlines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "criteria_decisions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "round_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "line_id" TEXT NOT NULL,
    "criterion" JSONB,
    "note" TEXT NOT NULL DEFAULT '',
    "user_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "criteria_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" UUID NOT NULL,
    "place" TEXT,
    "user_id" TEXT,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "criteria_rounds_previous_id_key" ON "criteria_rounds"("previous_id");

-- CreateIndex
CREATE INDEX "criteria_rounds_proposal_draft_id_idx" ON "criteria_rounds"("proposal_draft_id");

-- CreateIndex
CREATE INDEX "criteria_rounds_criteria_set_id_idx" ON "criteria_rounds"("criteria_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_rounds_task_id_number_key" ON "criteria_rounds"("task_id", "number");

-- CreateIndex
CREATE INDEX "criteria_redlines_user_id_idx" ON "criteria_redlines"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_redlines_round_id_user_id_key" ON "criteria_redlines"("round_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_redlines_round_id_code_key" ON "criteria_redlines"("round_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_decisions_round_id_seq_key" ON "criteria_decisions"("round_id", "seq");

-- CreateIndex
CREATE INDEX "comments_target_id_target_kind_at_idx" ON "comments"("target_id", "target_kind", "at");

-- CreateIndex
CREATE INDEX "comments_task_id_idx" ON "comments"("task_id");

-- AddForeignKey
ALTER TABLE "criteria_rounds" ADD CONSTRAINT "criteria_rounds_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_rounds" ADD CONSTRAINT "criteria_rounds_proposal_draft_id_fkey" FOREIGN KEY ("proposal_draft_id") REFERENCES "drafts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_rounds" ADD CONSTRAINT "criteria_rounds_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_rounds" ADD CONSTRAINT "criteria_rounds_previous_id_fkey" FOREIGN KEY ("previous_id") REFERENCES "criteria_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_redlines" ADD CONSTRAINT "criteria_redlines_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "criteria_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_redlines" ADD CONSTRAINT "criteria_redlines_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_decisions" ADD CONSTRAINT "criteria_decisions_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "criteria_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "actions" ADD CONSTRAINT "actions_redline_id_fkey" FOREIGN KEY ("redline_id") REFERENCES "criteria_redlines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_role_known";
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_known" CHECK (role IN ('admin', 'researcher', 'expert', 'annotator'));
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_group_known" CHECK ("group" IN ('general', 'task-specific'));
ALTER TABLE "criteria_rounds" ADD CONSTRAINT "criteria_rounds_status_known" CHECK (
  status IN ('open', 'discussing', 'closed') AND (status <> 'discussing' OR collected_at IS NOT NULL) AND ((status = 'closed') = (closed_at IS NOT NULL))
);
ALTER TABLE "comments" ADD CONSTRAINT "comments_target_known" CHECK (target_kind IN ('criteria-round'));
ALTER TABLE "actions" DROP CONSTRAINT "actions_one_owner";
ALTER TABLE "actions" ADD CONSTRAINT "actions_one_owner" CHECK (num_nonnulls(evaluation_id, criteria_set_id, redline_id) = 1);

-- Most actions belong to evaluations.
CREATE UNIQUE INDEX "actions_redline_id_seq_key" ON "actions"("redline_id", "seq") WHERE "redline_id" IS NOT NULL;
-- A task's panel works on one round at a time.
CREATE UNIQUE INDEX "criteria_rounds_one_at_a_time" ON "criteria_rounds"("task_id") WHERE status <> 'closed';
-- Consensus is corrected by a further decision, so that who decided what and when stays readable.
CREATE TRIGGER criteria_decisions_immutable BEFORE UPDATE ON "criteria_decisions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
