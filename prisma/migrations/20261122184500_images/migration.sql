-- CreateTable
CREATE TABLE "images" (
    "import_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "images_pkey" PRIMARY KEY ("import_id","path")
);

-- AddForeignKey
ALTER TABLE "images" ADD CONSTRAINT "images_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The type is sent to browsers.
ALTER TABLE "images" ADD CONSTRAINT "images_type_known" CHECK (type IN ('image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'));
-- Images are compressed already.
ALTER TABLE "images" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
