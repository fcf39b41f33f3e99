/** More entries than a reply has between two checkpoints; a longer outage of the database is bridged by its log. */
const MAX_ENTRIES = 2000;

/**
 * Publishes a batch, and stores it for followers that come later and for whoever takes the reply over. An entry's id is
 * the number after its last event, so that a repeated batch is stored once and those in the log are dropped by number.
 * A full server refuses to store, and the batch is published all the same.
 * KEYS: stream, fence. ARGV: epoch, id, payload, lowest id to keep, milliseconds to live, 1 for
 * the last batch, channel.
 */
export const PUBLISH = `
local fence = redis.call('GET', KEYS[2])
if fence and tonumber(fence) > tonumber(ARGV[1]) then return 0 end
if ARGV[6] == '1' then
  redis.call('DEL', KEYS[1])
else
  redis.pcall('XADD', KEYS[1], 'MINID', ARGV[4], ARGV[2] .. '-0', 'b', ARGV[3])
  if redis.call('XLEN', KEYS[1]) > ${MAX_ENTRIES} then redis.call('XTRIM', KEYS[1], 'MAXLEN', ${MAX_ENTRIES / 2}) end
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
end
redis.call('PUBLISH', ARGV[7], ARGV[3])
return 1`;

/** KEYS: fence. ARGV: epoch, milliseconds to live. */
export const FENCE = `
local fence = redis.call('GET', KEYS[1])
if not fence or tonumber(fence) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return 1`;
