CREATE TABLE "kit_lines" (
	"employee_role_id" bigint NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"product_id" bigint,
	"quantity" integer NOT NULL,
	"decoration" text,
	"variation_colour" text,
	"choose_from" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "kit_lines_employee_role_id_line_pk" PRIMARY KEY("employee_role_id","line"),
	CONSTRAINT "kit_lines_quantity" CHECK ("kit_lines"."quantity" > 0 and "kit_lines"."line" >= 0)
);
--> statement-breakpoint
ALTER TABLE "kit_lines" ADD CONSTRAINT "kit_lines_employee_role_id_employee_roles_id_fk" FOREIGN KEY ("employee_role_id") REFERENCES "public"."employee_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_lines" ADD CONSTRAINT "kit_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kit_lines_by_product" ON "kit_lines" USING btree ("product_id");