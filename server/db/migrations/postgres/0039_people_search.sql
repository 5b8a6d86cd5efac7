ALTER TABLE "users" ADD COLUMN "invited_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signed_in_at" timestamp(3) with time zone;
--> statement-breakpoint
UPDATE users SET invited_at = (SELECT max(at) FROM audit WHERE on_type = 'user' AND on_id = users.id AND what = 'employee.invited');
--> statement-breakpoint
UPDATE users SET signed_in_at = (SELECT max(created_at) FROM sessions WHERE user_id = users.id AND impersonator_id IS NULL);
--> statement-breakpoint
-- Every three characters of a person's name, employee number and email address, so that any part of them finds the person.
CREATE INDEX person_parts ON users USING gin ((forenames || ' ' || surname || chr(10) || coalesce(employee_number, '') || chr(10) || coalesce(email, '')) gin_trgm_ops);
