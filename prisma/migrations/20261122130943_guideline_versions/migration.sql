-- CreateTable
CREATE TABLE "guideline_versions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guideline_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guideline_readings" (
    "guideline_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guideline_readings_pkey" PRIMARY KEY ("guideline_id","annotator_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "guideline_versions_task_id_version_key" ON "guideline_versions"("task_id", "version");

-- CreateIndex
CREATE INDEX "guideline_readings_annotator_id_idx" ON "guideline_readings"("annotator_id");

-- AddForeignKey
ALTER TABLE "guideline_versions" ADD CONSTRAINT "guideline_versions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guideline_readings" ADD CONSTRAINT "guideline_readings_guideline_id_fkey" FOREIGN KEY ("guideline_id") REFERENCES "guideline_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guideline_readings" ADD CONSTRAINT "guideline_readings_annotator_id_fkey" FOREIGN KEY ("annotator_id") REFERENCES "annotators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the schema cannot say, and the texts there are, as first versions.
ALTER TABLE "guideline_versions" ADD CONSTRAINT "guideline_versions_version" CHECK (version > 0);
INSERT INTO "guideline_versions" (task_id, version, text, created_at) SELECT id, 1, guidelines, created_at FROM "tasks" WHERE guidelines <> '';
ALTER TABLE "tasks" DROP COLUMN "guidelines";
