import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DownloadModel } from '../../src/adapters/embeddings/sentence/download-model.ts';
import { ModelHost, type ModelHostOptions } from '../../src/adapters/embeddings/sentence/model-host.ts';
import { ModelHub } from '../../src/adapters/embeddings/sentence/model-hub.ts';
import { findModel, type ModelOutput } from '../../src/adapters/embeddings/sentence/models.ts';
import { PublicAddresses } from '../../src/platform/public-addresses.ts';
import { FixedClock } from '../fakes/kernel.ts';

/** A model in `folder`, by default in none; nothing is ever fetched. */
export const aModelHost = (
  folder = join(tmpdir(), 'parley-no-model'),
  output: ModelOutput = 'vector',
  options: Partial<ModelHostOptions> = {},
): ModelHost =>
  new ModelHost(findModel(folder, output, tmpdir()), {
    clock: new FixedClock(),
    decided: undefined,
    threads: 1,
    downloader: new DownloadModel(new ModelHub('http://127.0.0.1:9', new PublicAddresses([])), () => Promise.resolve()),
    ...options,
  });
