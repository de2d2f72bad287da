-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- A project that is being deleted leaves its name to others.
DROP INDEX "projects_name_key";
CREATE UNIQUE INDEX "projects_name_key" ON "projects"("name") WHERE "deleted_at" IS NULL;

-- Looked at by every request, so it is a table of its own: a lock on "projects" must not hold up requests that have nothing to do with it.
CREATE TABLE "deleted_projects" (
    "project_id" UUID NOT NULL,

    CONSTRAINT "deleted_projects_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "deleted_projects" ADD CONSTRAINT "deleted_projects_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
