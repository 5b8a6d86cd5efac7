import { demoCategories, demoStyles, demoSuppliers, ean13 } from '../../../data/demo/catalogue.ts';
import type { Loader } from '../../db/load-rows.ts';
import { categories, files, productMedia, products, suppliers } from '../../db/tables/index.ts';
import type { StoredFile } from '../../files/store-file.ts';
import { pictureKey } from '../load-catalogue.ts';

/** What an order line needs to know about its SKU. */
export interface Sku {
  id: number;
  name: string;
  /** Pence. */
  price: number;
  /** Pence. */
  cost: number;
  supplier_id: number;
}

/** One season's range: the demo's styles under the season's name. */
export interface Range {
  parent_ids: number[];
  skus: Sku[];
}

const seasons = [
  'Aire',
  'Calder',
  'Derwent',
  'Eden',
  'Fowey',
  'Humber',
  'Irwell',
  'Kennet',
  'Lune',
  'Mersey',
  'Nene',
  'Ouse',
  'Ribble',
  'Severn',
  'Tamar',
  'Wye',
];

const seasonOf = (range: number): string => {
  const name = seasons[range % seasons.length] ?? '';
  const season = Math.floor(range / seasons.length);
  return season ? `${name} ${season + 1}` : name;
};

/** Insert suppliers and a number of SKUs, as ranges of the demo's styles. */
export async function loadRange(loader: Loader, count: number, pictures: ReadonlyMap<string, StoredFile>, created_at: string): Promise<Range[]> {
  await loader.load(
    categories,
    demoCategories.map((name, position) => ({ id: position + 1, name, position })),
  );
  await loader.load(
    suppliers,
    demoSuppliers.map(({ code, name, address, contact_name, domain, sales_phone, work_order }, i) => ({
      id: i + 1,
      code,
      name,
      address_line_1: address[0],
      address_line_2: address[1],
      address_line_3: address[2],
      address_line_4: address[3],
      contact_name,
      sales_email: `sales@${domain}`,
      sales_phone,
      work_order,
      created_at,
    })),
  );
  const fileIds = new Map<string, number>();
  for (const { hash } of pictures.values()) if (!fileIds.has(hash)) fileIds.set(hash, fileIds.size + 1);
  await loader.load(
    files,
    [...new Map([...pictures.values()].map((file) => [file.hash, file])).values()].map(({ hash, type, size }) => ({
      id: fileIds.get(hash) ?? 0,
      hash,
      type,
      size,
      created_at,
    })),
  );

  const styles = demoStyles();
  const ranges: Range[] = [];
  let id = 0;
  let countMade = 0;
  for (let number = 0; countMade < count; number++) {
    const season = seasonOf(number);
    const prefix = `R${String(number + 1).padStart(2, '0')}`;
    const range: Range = { parent_ids: [], skus: [] };
    const rows: (typeof products.$inferInsert)[] = [];
    const media: (typeof productMedia.$inferInsert)[] = [];
    for (const { product, variations } of styles) {
      if (countMade === count) break;
      const supplier = demoSuppliers.findIndex(({ code }) => code === product.supplier);
      const shared = {
        supplier_id: supplier + 1,
        category_id: demoCategories.indexOf(product.category) + 1,
        name: `${season} ${product.name}`,
        brand: demoSuppliers[supplier]?.brand ?? null,
        variation_material: product.material,
        is_public: true,
        is_published: true,
        is_public_catalogue: true,
        is_non_returnable: product.is_non_returnable ?? false,
        created_at,
      };
      const picture = (hex: string): number => fileIds.get(pictures.get(pictureKey(product.code, hex))?.hash ?? '') ?? 1;
      const parent_id = ++id;
      range.parent_ids.push(parent_id);
      rows.push({
        ...shared,
        id: parent_id,
        parent_id: null,
        sku: `${prefix}-${product.code}`,
        supplier_sku: null,
        description: product.description,
        short_description_1: product.material,
        short_description_2: product.feature,
        price: product.price,
        cost: product.cost,
        position: 0,
        variation_colour: null,
        colour_hex: null,
        variation_size_1: null,
        variation_size_2: null,
        variation_all_size: null,
        bin: null,
        barcode: null,
      });
      media.push({ product_id: parent_id, file_id: picture(variations[0]?.hex ?? '') });
      for (const [position, variation] of variations.entries()) {
        if (countMade === count) break;
        countMade++;
        id++;
        range.skus.push({ id, name: shared.name, price: variation.price, cost: variation.cost, supplier_id: supplier + 1 });
        rows.push({
          ...shared,
          id,
          parent_id,
          sku: `${prefix}-${variation.sku}`,
          supplier_sku: `${variation.supplier_sku}-${number + 1}`,
          description: '',
          short_description_1: '',
          short_description_2: '',
          price: variation.price,
          cost: variation.cost,
          position,
          variation_colour: variation.colour,
          colour_hex: variation.hex,
          variation_size_1: variation.size_1,
          variation_size_2: variation.size_2,
          variation_all_size: variation.all_size,
          bin: `${variation.bin.slice(0, 1)}${number + 1}${variation.bin.slice(1)}`,
          barcode: ean13(`2005${String(countMade).padStart(8, '0')}`),
        });
        media.push({ product_id: id, file_id: picture(variation.hex) });
      }
    }
    await loader.load(products, rows);
    await loader.load(productMedia, media);
    ranges.push(range);
  }
  return ranges;
}
