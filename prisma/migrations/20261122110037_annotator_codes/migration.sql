-- AlterTable
ALTER TABLE "annotators" ADD COLUMN     "code" TEXT NOT NULL DEFAULT ('P' || upper(substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 8)));

-- CreateIndex
CREATE UNIQUE INDEX "annotators_project_id_code_key" ON "annotators"("project_id", "code");
