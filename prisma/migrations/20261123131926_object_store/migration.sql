-- AlterTable
ALTER TABLE "images" ADD COLUMN     "object" TEXT,
ALTER COLUMN "bytes" DROP NOT NULL;

-- AlterTable
ALTER TABLE "prepared_export_chunks" ADD COLUMN     "object" TEXT,
ALTER COLUMN "bytes" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "images_object_key" ON "images"("object");

-- CreateIndex
CREATE UNIQUE INDEX "prepared_export_chunks_object_key" ON "prepared_export_chunks"("object");

-- By hand: the bytes are in one place.
ALTER TABLE "images" ADD CONSTRAINT "images_kept_once" CHECK (num_nonnulls("bytes", "object") = 1);
ALTER TABLE "prepared_export_chunks" ADD CONSTRAINT "prepared_export_chunks_kept_once" CHECK (num_nonnulls("bytes", "object") = 1);
