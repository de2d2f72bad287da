export { changeOwnPassword as POST } from "@/lib/http/set-password";
