export { redeemLink as POST, showLink as GET } from "@/lib/http/set-password";
