-- DropIndex
DROP INDEX "run_units_run_id_status_idx";

-- AlterTable
ALTER TABLE "assignments" ADD COLUMN     "swapped" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "criteria_sets" ADD COLUMN     "derived_by_run_id" UUID;

-- AlterTable
ALTER TABLE "drafts" ADD COLUMN     "cached" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "details" JSONB;

-- AlterTable
ALTER TABLE "judges" ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "prompt_version_id" UUID,
ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "budget_tokens" DOUBLE PRECISION,
ADD COLUMN     "budget_usd" DOUBLE PRECISION,
ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "prompts" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "reuse_answers" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "scope" TEXT NOT NULL DEFAULT 'unit',
ADD COLUMN     "variant" TEXT NOT NULL DEFAULT 'plain';

-- AlterTable
ALTER TABLE "samples" ADD COLUMN     "gold_label" TEXT,
ADD COLUMN     "subset" TEXT;

-- CreateTable
CREATE TABLE "prompt_versions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "protocol" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "texts" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompt_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "endpoints" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "base_url" TEXT NOT NULL,
    "requests_per_minute" INTEGER,
    "tokens_per_minute" INTEGER,
    "concurrency" INTEGER,
    "next_request_at" TIMESTAMPTZ(6),
    "next_token_at" TIMESTAMPTZ(6),
    "blocked_until" TIMESTAMPTZ(3),

    CONSTRAINT "endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "endpoint_leases" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "endpoint_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "endpoint_leases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_prices" (
    "model" TEXT NOT NULL,
    "input_price_usd" DOUBLE PRECISION NOT NULL,
    "output_price_usd" DOUBLE PRECISION NOT NULL,
    "updated_by_id" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_prices_pkey" PRIMARY KEY ("model")
);

-- CreateTable
CREATE TABLE "exchanges" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "run_id" UUID NOT NULL,
    "sample_id" UUID,
    "criterion_id" UUID,
    "step" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "reply" TEXT NOT NULL,
    "problem" TEXT,
    "cached_from_id" UUID,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "cost_usd" DOUBLE PRECISION,
    "latency_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchanges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "budget_entries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "run_id" UUID NOT NULL,
    "usd" DOUBLE PRECISION NOT NULL,
    "tokens" INTEGER NOT NULL,

    CONSTRAINT "budget_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "prompt_versions_project_id_protocol_version_key" ON "prompt_versions"("project_id", "protocol", "version");

-- CreateIndex
CREATE UNIQUE INDEX "endpoints_project_id_base_url_key" ON "endpoints"("project_id", "base_url");

-- CreateIndex
CREATE INDEX "endpoint_leases_endpoint_id_expires_at_idx" ON "endpoint_leases"("endpoint_id", "expires_at");

-- CreateIndex
CREATE INDEX "exchanges_run_id_sample_id_idx" ON "exchanges"("run_id", "sample_id");

-- CreateIndex
CREATE INDEX "exchanges_sample_id_idx" ON "exchanges"("sample_id");

-- CreateIndex
CREATE INDEX "exchanges_request_hash_idx" ON "exchanges"("request_hash");

-- CreateIndex
CREATE INDEX "budget_entries_run_id_idx" ON "budget_entries"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_sets_derived_by_run_id_key" ON "criteria_sets"("derived_by_run_id");

-- CreateIndex
CREATE INDEX "judges_prompt_version_id_idx" ON "judges"("prompt_version_id");

-- CreateIndex
CREATE INDEX "run_units_run_id_status_updated_at_idx" ON "run_units"("run_id", "status", "updated_at");

-- AddForeignKey
ALTER TABLE "criteria_sets" ADD CONSTRAINT "criteria_sets_derived_by_run_id_fkey" FOREIGN KEY ("derived_by_run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judges" ADD CONSTRAINT "judges_prompt_version_id_fkey" FOREIGN KEY ("prompt_version_id") REFERENCES "prompt_versions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_versions" ADD CONSTRAINT "prompt_versions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_leases" ADD CONSTRAINT "endpoint_leases_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "budget_entries" ADD CONSTRAINT "budget_entries_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: columns of few words hold only these; numbers make sense.
ALTER TABLE "criteria_sets" DROP CONSTRAINT "criteria_sets_status_known";
ALTER TABLE "criteria_sets" ADD CONSTRAINT "criteria_sets_status_known" CHECK (
  status IN ('draft', 'published', 'derived') AND (status <> 'published' OR published_at IS NOT NULL) AND (status = 'derived' OR derived_by_run_id IS NULL));
ALTER TABLE "samples" ADD CONSTRAINT "samples_gold_label_known" CHECK (gold_label IN ('A', 'B', 'tie'));
ALTER TABLE "judges" DROP CONSTRAINT "judges_kind_known";
ALTER TABLE "judges" ADD CONSTRAINT "judges_kind_known" CHECK (kind IN ('endpoint', 'imported', 'metric', 'panel'));
ALTER TABLE "runs" ADD CONSTRAINT "runs_variant_known" CHECK (variant IN ('plain', 'swapped', 'interference') AND scope IN ('unit', 'sample', 'batch'));
ALTER TABLE "runs" ADD CONSTRAINT "runs_budget_sane" CHECK (budget_usd >= 0 AND budget_tokens >= 0);
ALTER TABLE "run_units" DROP CONSTRAINT "run_units_status_known";
ALTER TABLE "run_units" ADD CONSTRAINT "run_units_status_known" CHECK (status IN ('pending', 'done', 'failed', 'dropped'));
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_limits_sane" CHECK (requests_per_minute > 0 AND tokens_per_minute > 0 AND concurrency > 0);
ALTER TABLE "model_prices" ADD CONSTRAINT "model_prices_sane" CHECK (input_price_usd >= 0 AND output_price_usd >= 0);
ALTER TABLE "budget_entries" ADD CONSTRAINT "budget_entries_sane" CHECK (usd >= 0 AND tokens >= 0);
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_role_known" CHECK (role IN ('judge', 'weak', 'reviser', 'embedding'));

-- A wording and what was said under it are never changed; they go only with their project or run.
CREATE TRIGGER prompt_versions_immutable BEFORE UPDATE ON "prompt_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER exchanges_immutable BEFORE UPDATE ON "exchanges" FOR EACH ROW EXECUTE FUNCTION refuse_change();
