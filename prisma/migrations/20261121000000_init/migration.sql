-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT DEFAULT 'user',
    "banned" BOOLEAN DEFAULT false,
    "ban_reason" TEXT,
    "ban_expires" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "user_id" TEXT NOT NULL,
    "impersonated_by" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMP(3),
    "refresh_token_expires_at" TIMESTAMP(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "config_id" TEXT NOT NULL DEFAULT 'default',
    "name" TEXT,
    "start" TEXT,
    "reference_id" TEXT NOT NULL,
    "prefix" TEXT,
    "key" TEXT NOT NULL,
    "refill_interval" INTEGER,
    "refill_amount" INTEGER,
    "last_refill_at" TIMESTAMP(3),
    "enabled" BOOLEAN DEFAULT true,
    "rate_limit_enabled" BOOLEAN DEFAULT true,
    "rate_limit_time_window" INTEGER,
    "rate_limit_max" INTEGER,
    "request_count" INTEGER DEFAULT 0,
    "remaining" INTEGER,
    "last_request" TIMESTAMP(3),
    "expires_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "permissions" TEXT,
    "metadata" TEXT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "project_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "annotators" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "annotators_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "input_name" TEXT NOT NULL DEFAULT 'input',
    "output_name" TEXT NOT NULL DEFAULT 'output',
    "kind" TEXT NOT NULL DEFAULT 'pointwise',
    "guidelines" TEXT NOT NULL DEFAULT '',
    "annotators_per_sample" INTEGER NOT NULL DEFAULT 2,
    "arm" TEXT NOT NULL DEFAULT 'drafted',
    "lease_minutes" INTEGER NOT NULL DEFAULT 120,
    "reason_required" BOOLEAN NOT NULL DEFAULT false,
    "draft_run_id" UUID,
    "archived_at" TIMESTAMPTZ(3),
    "created_by_import_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "criteria_sets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "proposal_draft_id" UUID,
    "published_at" TIMESTAMPTZ(3),
    "published_by_id" TEXT,
    "created_by_import_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "criteria_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "criteria" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "criteria_set_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "definition" TEXT NOT NULL DEFAULT '',
    "scale" JSONB NOT NULL,
    "overall" BOOLEAN NOT NULL DEFAULT false,
    "sample_id" UUID,

    CONSTRAINT "criteria_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "samples" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "input" TEXT NOT NULL,
    "output" TEXT NOT NULL,
    "output_b" TEXT,
    "system" TEXT,
    "system_b" TEXT,
    "reference" TEXT,
    "image_url" TEXT,
    "input_key" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "content_hash" TEXT NOT NULL,
    "filled_slots" INTEGER NOT NULL DEFAULT 0,
    "import_id" UUID,

    CONSTRAINT "samples_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "task_name" TEXT,
    "format" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "problem_count" INTEGER NOT NULL DEFAULT 0,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "preview" JSONB NOT NULL DEFAULT '[]',
    "progress" DOUBLE PRECISION,
    "scale" JSONB,
    "error" TEXT,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "import_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("import_id","seq")
);

-- CreateTable
CREATE TABLE "judges" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'endpoint',
    "base_url" TEXT,
    "model" TEXT,
    "api_key_encrypted" TEXT,
    "protocol" TEXT NOT NULL DEFAULT 'step-by-step',
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "capabilities" JSONB,
    "input_price_usd" DOUBLE PRECISION,
    "output_price_usd" DOUBLE PRECISION,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "judges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "judge_id" UUID NOT NULL,
    "criteria_set_id" UUID,
    "import_id" UUID,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "model" TEXT,
    "protocol" TEXT NOT NULL,
    "prompt_version" TEXT NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "input_price_usd" DOUBLE PRECISION,
    "output_price_usd" DOUBLE PRECISION,
    "error" TEXT,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_units" (
    "run_id" UUID NOT NULL,
    "sample_id" UUID NOT NULL,
    "criterion_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error_message" TEXT,
    "raw_reply" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_units_pkey" PRIMARY KEY ("run_id","sample_id","criterion_id")
);

-- CreateTable
CREATE TABLE "drafts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "run_id" UUID NOT NULL,
    "sample_id" UUID,
    "criterion_id" UUID,
    "score" DOUBLE PRECISION,
    "items" JSONB NOT NULL,
    "raw" TEXT NOT NULL,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "cost_usd" DOUBLE PRECISION,
    "latency_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assignments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "sample_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "criteria_set_id" UUID NOT NULL,
    "run_id" UUID,
    "arm" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "slot" INTEGER,
    "leased_until" TIMESTAMPTZ(3),
    "skip_reason" TEXT,
    "flag" TEXT,
    "import_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),

    CONSTRAINT "assignments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "assignment_id" UUID NOT NULL,
    "criterion_id" UUID NOT NULL,
    "score" DOUBLE PRECISION,
    "complete" BOOLEAN NOT NULL DEFAULT false,
    "tally" JSONB NOT NULL DEFAULT '{}',
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "import_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evaluations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "actions" (
    "id" UUID NOT NULL,
    "evaluation_id" UUID,
    "criteria_set_id" UUID,
    "seq" INTEGER NOT NULL,
    "parent_id" UUID,
    "kind" TEXT NOT NULL,
    "item_id" TEXT,
    "item_kind" TEXT,
    "text" TEXT,
    "score" DOUBLE PRECISION,
    "criterion" JSONB,
    "reason_code" TEXT,
    "reason" TEXT,
    "undoes_id" UUID,
    "origin" JSONB,
    "user_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID,
    "user_id" TEXT,
    "verb" TEXT NOT NULL,
    "target_kind" TEXT,
    "target_id" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_replies" (
    "user_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_replies_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE INDEX "api_keys_key_idx" ON "api_keys"("key");

-- CreateIndex
CREATE INDEX "api_keys_reference_id_idx" ON "api_keys"("reference_id");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limits_key_key" ON "rate_limits"("key");

-- CreateIndex
CREATE UNIQUE INDEX "projects_name_key" ON "projects"("name");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "annotators_project_id_name_key" ON "annotators"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "annotators_project_id_user_id_key" ON "annotators"("project_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_project_id_name_key" ON "tasks"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_sets_task_id_version_key" ON "criteria_sets"("task_id", "version");

-- CreateIndex
CREATE INDEX "criteria_sample_id_idx" ON "criteria"("sample_id");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_criteria_set_id_position_key" ON "criteria"("criteria_set_id", "position");

-- CreateIndex
CREATE INDEX "samples_task_id_position_idx" ON "samples"("task_id", "position");

-- CreateIndex
CREATE INDEX "samples_task_id_filled_slots_position_idx" ON "samples"("task_id", "filled_slots" DESC, "position");

-- CreateIndex
CREATE INDEX "samples_task_id_input_key_idx" ON "samples"("task_id", "input_key");

-- CreateIndex
CREATE INDEX "samples_import_id_idx" ON "samples"("import_id");

-- CreateIndex
CREATE UNIQUE INDEX "samples_task_id_external_id_key" ON "samples"("task_id", "external_id");

-- CreateIndex
CREATE INDEX "imports_project_id_created_at_idx" ON "imports"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "judges_project_id_name_key" ON "judges"("project_id", "name");

-- CreateIndex
CREATE INDEX "runs_task_id_created_at_idx" ON "runs"("task_id", "created_at");

-- CreateIndex
CREATE INDEX "runs_judge_id_idx" ON "runs"("judge_id");

-- CreateIndex
CREATE INDEX "runs_criteria_set_id_idx" ON "runs"("criteria_set_id");

-- CreateIndex
CREATE INDEX "runs_import_id_idx" ON "runs"("import_id");

-- CreateIndex
CREATE INDEX "run_units_run_id_status_idx" ON "run_units"("run_id", "status");

-- CreateIndex
CREATE INDEX "run_units_sample_id_idx" ON "run_units"("sample_id");

-- CreateIndex
CREATE INDEX "run_units_criterion_id_idx" ON "run_units"("criterion_id");

-- CreateIndex
CREATE INDEX "drafts_sample_id_idx" ON "drafts"("sample_id");

-- CreateIndex
CREATE INDEX "drafts_criterion_id_idx" ON "drafts"("criterion_id");

-- CreateIndex
CREATE UNIQUE INDEX "drafts_run_id_sample_id_criterion_id_key" ON "drafts"("run_id", "sample_id", "criterion_id");

-- CreateIndex
CREATE INDEX "assignments_task_id_status_idx" ON "assignments"("task_id", "status");

-- CreateIndex
CREATE INDEX "assignments_annotator_id_status_idx" ON "assignments"("annotator_id", "status");

-- CreateIndex
CREATE INDEX "assignments_criteria_set_id_idx" ON "assignments"("criteria_set_id");

-- CreateIndex
CREATE INDEX "assignments_run_id_idx" ON "assignments"("run_id");

-- CreateIndex
CREATE INDEX "assignments_import_id_idx" ON "assignments"("import_id");

-- CreateIndex
CREATE UNIQUE INDEX "assignments_sample_id_annotator_id_criteria_set_id_key" ON "assignments"("sample_id", "annotator_id", "criteria_set_id");

-- CreateIndex
CREATE INDEX "evaluations_criterion_id_idx" ON "evaluations"("criterion_id");

-- CreateIndex
CREATE INDEX "evaluations_import_id_idx" ON "evaluations"("import_id");

-- CreateIndex
CREATE UNIQUE INDEX "evaluations_assignment_id_criterion_id_key" ON "evaluations"("assignment_id", "criterion_id");

-- CreateIndex
CREATE UNIQUE INDEX "actions_evaluation_id_seq_key" ON "actions"("evaluation_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "actions_criteria_set_id_seq_key" ON "actions"("criteria_set_id", "seq");

-- CreateIndex
CREATE INDEX "audit_events_project_id_at_idx" ON "audit_events"("project_id", "at");

-- CreateIndex
CREATE INDEX "idempotent_replies_created_at_idx" ON "idempotent_replies"("created_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotators" ADD CONSTRAINT "annotators_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotators" ADD CONSTRAINT "annotators_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_draft_run_id_fkey" FOREIGN KEY ("draft_run_id") REFERENCES "runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_sets" ADD CONSTRAINT "criteria_sets_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria_sets" ADD CONSTRAINT "criteria_sets_proposal_draft_id_fkey" FOREIGN KEY ("proposal_draft_id") REFERENCES "drafts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "samples" ADD CONSTRAINT "samples_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "samples" ADD CONSTRAINT "samples_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judges" ADD CONSTRAINT "judges_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_judge_id_fkey" FOREIGN KEY ("judge_id") REFERENCES "judges"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_units" ADD CONSTRAINT "run_units_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_units" ADD CONSTRAINT "run_units_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_units" ADD CONSTRAINT "run_units_criterion_id_fkey" FOREIGN KEY ("criterion_id") REFERENCES "criteria"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_criterion_id_fkey" FOREIGN KEY ("criterion_id") REFERENCES "criteria"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_annotator_id_fkey" FOREIGN KEY ("annotator_id") REFERENCES "annotators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_criterion_id_fkey" FOREIGN KEY ("criterion_id") REFERENCES "criteria"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "actions" ADD CONSTRAINT "actions_evaluation_id_fkey" FOREIGN KEY ("evaluation_id") REFERENCES "evaluations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "actions" ADD CONSTRAINT "actions_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say. Words in text columns are the glossary's:
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_known" CHECK (role IN ('admin', 'researcher', 'annotator'));
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind_known" CHECK (kind IN ('pointwise', 'pairwise'));
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_arm_known" CHECK (arm IN ('drafted', 'blind', 'blind-then-drafted'));
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_numbers_sane" CHECK (annotators_per_sample BETWEEN 1 AND 100 AND lease_minutes >= 1);
ALTER TABLE "criteria_sets" ADD CONSTRAINT "criteria_sets_status_known" CHECK (status IN ('draft', 'published') AND (status = 'draft' OR published_at IS NOT NULL));
ALTER TABLE "samples" ADD CONSTRAINT "samples_external_id_length" CHECK (char_length(external_id) BETWEEN 1 AND 512);
ALTER TABLE "imports" ADD CONSTRAINT "imports_status_known" CHECK (status IN ('staging', 'staged', 'running', 'done', 'failed', 'undone'));
ALTER TABLE "judges" ADD CONSTRAINT "judges_kind_known" CHECK (kind IN ('endpoint', 'imported', 'metric'));
ALTER TABLE "runs" ADD CONSTRAINT "runs_words_known" CHECK (kind IN ('evaluation', 'criteria') AND status IN ('queued', 'running', 'paused', 'done', 'failed', 'cancelled'));
ALTER TABLE "run_units" ADD CONSTRAINT "run_units_status_known" CHECK (status IN ('pending', 'done', 'failed'));
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_words_known" CHECK (arm IN ('drafted', 'blind', 'blind-then-drafted', 'unstated') AND status IN ('open', 'submitted', 'skipped', 'released'));
ALTER TABLE "actions" ADD CONSTRAINT "actions_kind_known" CHECK (kind IN ('accept', 'revise', 'remove', 'add', 'set-score', 'undo'));
ALTER TABLE "actions" ADD CONSTRAINT "actions_one_owner" CHECK (num_nonnulls(evaluation_id, criteria_set_id) = 1);

-- A score is a number: neither NaN nor infinity can be stored.
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_score_finite" CHECK (score > '-Infinity' AND score < 'Infinity');
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_score_finite" CHECK (score > '-Infinity' AND score < 'Infinity');
ALTER TABLE "actions" ADD CONSTRAINT "actions_score_finite" CHECK (score > '-Infinity' AND score < 'Infinity');

-- No sample is given away twice in one place: the last word after the claim statement's own count.
CREATE UNIQUE INDEX "assignments_slot_once" ON "assignments" (sample_id, criteria_set_id, slot) WHERE slot IS NOT NULL;
ALTER TABLE "samples" ADD CONSTRAINT "samples_filled_slots_counted" CHECK (filled_slots >= 0);

-- Drafts and actions are never changed (invariant 1); they go only with the project, task or import that they belong to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER drafts_immutable BEFORE UPDATE ON "drafts" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER actions_immutable BEFORE UPDATE ON "actions" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A published criteria set is frozen.
CREATE FUNCTION refuse_published_criteria() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT status FROM criteria_sets WHERE id = OLD.criteria_set_id) = 'published' THEN
    RAISE EXCEPTION 'criteria of a published set are never changed';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER criteria_frozen BEFORE UPDATE ON "criteria" FOR EACH ROW EXECUTE FUNCTION refuse_published_criteria();
