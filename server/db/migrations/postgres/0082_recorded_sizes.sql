CREATE TABLE "recorded_sizes" (
	"user_id" bigint NOT NULL,
	"style_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"recorded_by" bigint NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "recorded_sizes_user_id_style_id_pk" PRIMARY KEY("user_id","style_id")
);
--> statement-breakpoint
ALTER TABLE "recorded_sizes" ADD CONSTRAINT "recorded_sizes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_sizes" ADD CONSTRAINT "recorded_sizes_style_id_products_id_fk" FOREIGN KEY ("style_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_sizes" ADD CONSTRAINT "recorded_sizes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_sizes" ADD CONSTRAINT "recorded_sizes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_sizes" ADD CONSTRAINT "recorded_sizes_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_sizes_by_style" ON "recorded_sizes" USING btree ("style_id");--> statement-breakpoint
CREATE INDEX "recorded_sizes_by_product" ON "recorded_sizes" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "recorded_sizes_by_recorder" ON "recorded_sizes" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "recorded_sizes_by_account" ON "recorded_sizes" USING btree ("account_id");