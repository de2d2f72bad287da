-- AlterTable
ALTER TABLE "criteria" ADD COLUMN     "created_by_import_id" UUID;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "changes" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "sample_updates" (
    "import_id" UUID NOT NULL,
    "sample_id" UUID NOT NULL,
    "before" JSONB NOT NULL,

    CONSTRAINT "sample_updates_pkey" PRIMARY KEY ("import_id","sample_id")
);

-- CreateIndex
CREATE INDEX "sample_updates_sample_id_idx" ON "sample_updates"("sample_id");

-- AddForeignKey
ALTER TABLE "sample_updates" ADD CONSTRAINT "sample_updates_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sample_updates" ADD CONSTRAINT "sample_updates_sample_id_fkey" FOREIGN KEY ("sample_id") REFERENCES "samples"("id") ON DELETE CASCADE ON UPDATE CASCADE;
