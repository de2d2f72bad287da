-- CreateTable
CREATE TABLE "set_password_links" (
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "issuer_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "set_password_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "set_password_links_user_id_idx" ON "set_password_links"("user_id");

-- AddForeignKey
ALTER TABLE "set_password_links" ADD CONSTRAINT "set_password_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "set_password_links" ADD CONSTRAINT "set_password_links_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


ALTER TABLE "set_password_links" ADD CONSTRAINT "set_password_links_purpose_check" CHECK ("purpose" IN ('invitation', 'reset', 'first-admin'));

-- Who issued the links made so far is not known, so none of them stays good.
DELETE FROM "verifications" WHERE "identifier" LIKE 'set-password/%';
