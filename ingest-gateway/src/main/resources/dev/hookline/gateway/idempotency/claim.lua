-- absent -> pending:<owner>, for ARGV[2] ms; answers the state that was there before, or nothing
local state = redis.call('GET', KEYS[1])
if not state then
  redis.call('SET', KEYS[1], 'pending:' .. ARGV[1], 'PX', ARGV[2])
end
return state
