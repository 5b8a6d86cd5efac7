import { Story } from './story.ts';
import { buildWarehouse } from './template.ts';
import { answerCheck } from '../../pwa/offline/check-answer.ts';
await answerCheck();
const t0=performance.now();
const w = await buildWarehouse();
console.log('warehouse', performance.now()-t0, w.database.length);
let cpu=process.cpuUsage();const [a,b,show]=[Number(process.argv[2]??1),Number(process.argv[3]??1),process.argv[4]];
for (let seed=a; seed<=b; seed++) {
  try {
  const told = await new Story({ seed }, w).tell();
  if (show) console.log(told.trace.join('\n'));
  console.log(seed, told.broken, told.hash, told.deeds, Math.round(told.ms), Math.round((()=>{const d=process.cpuUsage(cpu);cpu=process.cpuUsage();return (d.user+d.system)/1000})()), show?told:'' );
  } catch (e) { console.log(seed, e); }
}
