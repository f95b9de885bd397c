/**
 * An exact sliding window in Redis: a list with the time of each accepted request, oldest first, in microseconds of
 * Redis's clock. The script adds the time of a request only while the number of times in the list is below the limit.
 * The script returns three numbers: 1 if the request is allowed and 0 otherwise, the number of further requests that
 * are allowed now, and the time in microseconds until this second number increases by one.
 *
 * Redis reads the wall clock. If the wall clock was set back, the script also moves the stored times back. A stored
 * time in the future would make a caller wait too long.
 */
export const TAKE_SCRIPT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2])
local key = KEYS[1]
local newest = redis.call('LINDEX', key, -1)
if newest and tonumber(newest) > now then
  local ahead = tonumber(newest) - now
  for index, time in ipairs(redis.call('LRANGE', key, 0, -1)) do
    redis.call('LSET', key, index - 1, string.format('%.0f', tonumber(time) - ahead))
  end
  redis.call('PEXPIRE', key, window / 1000)
end
local oldest = redis.call('LINDEX', key, 0)
while oldest and now - tonumber(oldest) >= window do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end
local count = redis.call('LLEN', key)
local allowed = 0
if count < limit then
  redis.call('RPUSH', key, string.format('%.0f', now))
  redis.call('PEXPIRE', key, window / 1000)
  allowed = 1
  count = count + 1
end
local first = redis.call('LINDEX', key, math.max(0, count - limit))
return { allowed, math.max(0, limit - count), tonumber(first) + window - now }
`;
