-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- A project that is being deleted leaves its name to others.
DROP INDEX "projects_name_key";
CREATE UNIQUE INDEX "projects_name_key" ON "projects"("name") WHERE "deleted_at" IS NULL;

-- Looked at by every request; mostly empty.
CREATE INDEX "projects_deleted_at_idx" ON "projects"("deleted_at") WHERE "deleted_at" IS NOT NULL;
