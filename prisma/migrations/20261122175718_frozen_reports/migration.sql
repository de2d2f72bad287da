-- CreateTable
CREATE TABLE "frozen_reports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "task_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "bundle" BYTEA NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "frozen_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "frozen_reports_project_id_created_at_idx" ON "frozen_reports"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "frozen_reports" ADD CONSTRAINT "frozen_reports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER frozen_reports_immutable BEFORE UPDATE ON "frozen_reports" FOR EACH ROW EXECUTE FUNCTION refuse_change();
