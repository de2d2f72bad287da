-- CreateTable
CREATE TABLE "prepared_exports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "task_id" UUID,
    "format" TEXT NOT NULL,
    "excluded" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "progress" DOUBLE PRECISION,
    "size" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "file_name" TEXT,
    "content_type" TEXT,
    "error" TEXT,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "prepared_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prepared_export_chunks" (
    "export_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "prepared_export_chunks_pkey" PRIMARY KEY ("export_id","seq")
);

-- CreateIndex
CREATE INDEX "prepared_exports_project_id_created_at_idx" ON "prepared_exports"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "prepared_exports" ADD CONSTRAINT "prepared_exports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prepared_exports" ADD CONSTRAINT "prepared_exports_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prepared_export_chunks" ADD CONSTRAINT "prepared_export_chunks_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "prepared_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A file that can be downloaded has a name and an end.
ALTER TABLE "prepared_exports" ADD CONSTRAINT "prepared_exports_done_check" CHECK ("status" <> 'done' OR ("file_name" IS NOT NULL AND "content_type" IS NOT NULL AND "expires_at" IS NOT NULL));
